import { recall, remember } from './storage';

type Choice = 'light' | 'dark';

/** Colour theme. Light or dark: as the system has it, until somebody says otherwise. */
class Theme {
  private chosen = $state<Choice | null>(remembered());
  private readonly system = matchMedia('(prefers-color-scheme: dark)');
  private systemDark = $state(this.system.matches);

  constructor() {
    this.system.addEventListener('change', (event) => (this.systemDark = event.matches));
  }

  get dark(): boolean {
    return this.chosen ? this.chosen === 'dark' : this.systemDark;
  }

  /** Changes to the other one and remembers it. */
  toggle(): void {
    this.chosen = this.dark ? 'light' : 'dark';
    remember('theme', this.chosen);
    this.apply();
  }

  /** Puts the choice where the style sheet sees it. */
  apply(): void {
    if (this.chosen) document.documentElement.dataset.theme = this.chosen;
  }
}

function remembered(): Choice | null {
  const found = recall('theme');
  return found === 'light' || found === 'dark' ? found : null;
}

export const theme = new Theme();
