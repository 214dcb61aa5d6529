import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.privacy,
    access: 'everybody',
    load: async () => (await import('./legal-page')).Privacy,
  },
  {
    path: paths.terms,
    access: 'everybody',
    load: async () => (await import('./legal-page')).Terms,
  },
  {
    path: paths.grievance,
    access: 'everybody',
    load: async () => (await import('./legal-page')).Grievance,
  },
  {
    path: paths.support,
    access: 'everybody',
    load: async () => (await import('./legal-page')).Support,
  },
]
