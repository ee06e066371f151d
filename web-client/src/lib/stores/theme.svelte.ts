type Choice = 'light' | 'dark';

const PLACE = 'cydonia.theme';

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
    try {
      localStorage.setItem(PLACE, this.chosen);
    } catch {
      // Without storage it lasts as long as the page.
    }
    this.apply();
  }

  /** Puts the choice where the style sheet sees it. */
  apply(): void {
    if (this.chosen) document.documentElement.dataset.theme = this.chosen;
  }
}

function remembered(): Choice | null {
  try {
    const found = localStorage.getItem(PLACE);
    return found === 'light' || found === 'dark' ? found : null;
  } catch {
    return null;
  }
}

export const theme = new Theme();
