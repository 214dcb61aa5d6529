import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.adminAudit,
    access: 'admin',
    admins: ['support'],
    title: 'Audit Trail',
    inShell: true,
    load: async () => (await import('./audit-page')).AuditPage,
  },
]
