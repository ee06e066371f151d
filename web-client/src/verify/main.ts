// Stand-alone verifier. The page that checks a record of dice without any server.

import { language } from 'messages:language';
import * as m from 'messages:verify';
import type { Flaw } from '../lib/dice/proof';
import { check, readProof } from '../lib/dice/proof';
import type { DiceProof, ProvedRoll } from '../lib/protocol';
import { fitWords, flawWords } from '../lib/text/dice';

// The stand-alone page. It is built into one file that anybody can keep, and is not made smaller,
// so that whoever wants to trust it can read it.

const drop = find('drop');
const file = find('file') as HTMLInputElement;
const text = find('text') as HTMLTextAreaElement;
const finding = find('finding');
const rolls = find('rolls');
const both = new Intl.ListFormat(language);

text.addEventListener('input', () => judge(text.value));
file.addEventListener('change', () => void take(file.files));
addEventListener('dragover', (event) => {
  event.preventDefault();
  drop.classList.add('over');
});
addEventListener('dragleave', () => drop.classList.remove('over'));
addEventListener('drop', (event) => {
  event.preventDefault();
  drop.classList.remove('over');
  void take(event.dataTransfer?.files ?? null);
});

/** Shows a file's text as if it had been pasted, and judges it. */
async function take(files: FileList | null): Promise<void> {
  const [first] = files ?? [];
  if (!first) return;
  text.value = await first.text();
  judge(text.value);
}

function judge(record: string): void {
  const proof = readProof(record);
  const flaw: Flaw | null = proof ? check(proof) : { kind: 'form' };
  const isEmpty = record.trim() === '';
  finding.textContent = isEmpty ? '' : proof && !flaw ? `✓ ${fitWords(proof)}` : `✗ ${words(flaw)}`;
  finding.dataset.fits = String(flaw === null);
  rolls.hidden = proof === null;
  if (proof) show(proof, flaw);
}

function words(flaw: Flaw | null): string {
  if (!flaw) return '';
  return flaw.kind === 'form' ? flawWords(flaw) : m.misfit({ flaw: flawWords(flaw) });
}

function show(proof: DiceProof, flaw: Flaw | null): void {
  const rows = proof.rolls.map((entry, k) => {
    const at = flaw && 'k' in flaw ? flaw.k : Infinity;
    const isFlawed = k === at || flaw?.kind === 'form';
    const row = element('tr', [
      element('td', [String(k)]),
      element('td', [m.seat({ number: entry.roller + 1 })]),
      element('td', [entry.dice ? both.format(entry.dice.map(String)) : m.lost()]),
      element('td', [
        element('details', [
          element('summary', [isFlawed ? m.no() : k < at ? m.yes() : m.unread()]),
          parts(entry),
        ]),
      ]),
    ]);
    if (isFlawed) row.className = 'bad';
    return row;
  });
  rolls.querySelector('tbody')?.replaceChildren(...rows);
}

function parts(entry: ProvedRoll): HTMLElement {
  const list: [string, string][] = [
    [m.seal(), entry.seal],
    [m.secret(), entry.secret],
    [m.waiting(), entry.waiting ?? m.none()],
    [m.share(), entry.share ?? m.none()],
    [m.pledge(), entry.pledge ?? m.none()],
  ];
  return element(
    'dl',
    list.flatMap(([label, value]) => [element('dt', [label]), element('dd', [value])]),
  );
}

function element(name: string, children: (string | Node)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function find(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`there is no #${id}`);
  return found;
}
