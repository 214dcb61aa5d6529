import type { Role } from '@jaanch/contracts/vocabulary'
import {
  ClipboardList,
  FileText,
  FlaskConical,
  House,
  LayoutDashboard,
  type LucideIcon,
  Package,
  Settings,
  UserRound,
  Users,
} from 'lucide-react'
import { paths } from '@/lib/paths'

type MenuEntry = { label: string; to: string; icon: LucideIcon }
export type RoleFrame = {
  label: string
  header: string
  menu: readonly MenuEntry[]
  /** Fixed badge of the notification bell in the page header (specification, section 2.2) */
  headerBadge?: number
}

const customer: RoleFrame = {
  label: 'Customer',
  header: 'Customer Portal',
  menu: [
    { label: 'Home', to: paths.home, icon: House },
    { label: 'Tests', to: paths.tests, icon: FlaskConical },
    { label: 'Bookings', to: paths.bookings, icon: ClipboardList },
    { label: 'Reports', to: paths.reports, icon: FileText },
    { label: 'Profile', to: paths.profile, icon: UserRound },
  ],
}

const frames: Record<Role, RoleFrame> = {
  customer,
  'lab-partner': {
    label: 'Lab Partner',
    header: 'Lab Partner Portal',
    headerBadge: 5,
    menu: [
      { label: 'Dashboard', to: paths.dashboard, icon: LayoutDashboard },
      { label: 'Bookings', to: paths.labBookings, icon: ClipboardList },
      { label: 'Tests', to: paths.labTests, icon: FlaskConical },
      { label: 'Reports', to: paths.labReports, icon: FileText },
      { label: 'Settings', to: paths.labSettings, icon: Settings },
    ],
  },
  admin: {
    label: 'Admin',
    header: 'Admin Console',
    headerBadge: 3,
    menu: [
      { label: 'Dashboard', to: paths.dashboard, icon: LayoutDashboard },
      { label: 'Users', to: paths.adminUsers, icon: Users },
      { label: 'Packages', to: paths.adminPackages, icon: Package },
      { label: 'Bookings', to: paths.adminBookings, icon: ClipboardList },
      { label: 'Settings', to: paths.adminSettings, icon: Settings },
    ],
  },
}

/** An unknown role gets the customer menu (specification, section 2.2). */
export function frameOf(role: string): RoleFrame {
  return frames[role as Role] ?? customer
}
