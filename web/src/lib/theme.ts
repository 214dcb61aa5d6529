import { createStore, useStore } from './store'

export type Theme = 'light' | 'dark'

const theme = createStore<Theme>('light')

// before-paint.js has applied what is stored
if (typeof document !== 'undefined' && document.documentElement.classList.contains('dark')) theme.set('dark')

/** Applies and stores the theme. On the next visit before-paint.js applies it before the first paint. */
export function setTheme(next: Theme): void {
  document.documentElement.classList.toggle('dark', next === 'dark')
  document
    .querySelector('meta[name="theme-color"]')
    ?.setAttribute('content', next === 'dark' ? '#0d1719' : '#f6faf9')
  try {
    localStorage.setItem('theme', next)
  } catch {
    // blocked: the theme lasts until the page is closed
  }
  theme.set(next)
}

export function useTheme(): Theme {
  return useStore(theme)
}
