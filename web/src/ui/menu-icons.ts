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
  Workflow,
} from 'lucide-react'

/** The icons of the menus. A screen names its icon, so that visitors, who have all screens' declarations, do not load it. */
export const menuIcons = {
  ClipboardList,
  FileText,
  FlaskConical,
  House,
  LayoutDashboard,
  Package,
  Settings,
  UserRound,
  Users,
  Workflow,
} satisfies Record<string, LucideIcon>
