import { paths } from '@/lib/paths'
import type { Screen } from '@/ui/screen'
import { Dashboard } from './pages/dashboard'

const dashboard: Screen = {
  path: paths.dashboard,
  access: 'signed-in',
  admins: ['manager', 'support'],
  labs: ['front-desk'],
  title: 'Dashboard',
  inShell: true,
  menu: { label: 'Dashboard', icon: 'LayoutDashboard', order: 1, of: ['lab-partner', 'admin'] },
  load: async () => Dashboard,
}

const ofFeatures = import.meta.glob<readonly Screen[]>('../features/**/screen.ts', {
  eager: true,
  import: 'screens',
})

export const screens: readonly Screen[] = [dashboard, ...Object.values(ofFeatures).flat()]
