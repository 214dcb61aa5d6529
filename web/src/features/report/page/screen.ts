import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: '/reports/:id',
    access: 'customer',
    title: 'Report',
    inShell: true,
    load: async () => (await import('./report-page')).ReportPage,
  },
]
