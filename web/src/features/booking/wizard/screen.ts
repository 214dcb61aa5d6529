import { bookPath } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: bookPath(':packageId'),
    access: 'signed-in',
    title: 'Book a test',
    load: async () => (await import('./wizard-page')).WizardPage,
    preloads: [],
  },
]
