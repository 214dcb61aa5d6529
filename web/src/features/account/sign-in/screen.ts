import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'

export const screens: readonly Screen[] = [
  {
    path: paths.customerLogin,
    access: { redirects: { customer: paths.home }, publicParams: ['reset', 'forgot'] },
    load: async () => (await import('./customer-auth')).CustomerAuth,
    preloads: [],
  },
  {
    path: paths.labLogin,
    access: { redirects: { 'lab-partner': paths.dashboard }, publicParams: ['invitation'] },
    load: async () => (await import('./lab-auth')).LabAuth,
    preloads: [],
  },
  {
    path: paths.adminLogin,
    access: { redirects: { admin: paths.dashboard } },
    load: async () => (await import('./admin-auth')).AdminAuth,
    preloads: [],
  },
]
