import type { LabRole, StaffRole } from '@jaanch/contracts/staff-roles'
import type { Role } from '@jaanch/contracts/vocabulary'
import type { ComponentType } from 'react'
import type { menuIcons } from './menu-icons'

/** For visitors: a signed-in user is redirected. */
export type VisitorAccess = {
  /** The target for each role; a role without one sees the screen */
  redirects: Partial<Record<Role | 'other', string>>
  /** With one of these query parameters the screen is for everybody: links in e-mails work for signed-in users too */
  publicParams?: readonly string[]
}

type MenuEntry = {
  label: string
  icon: keyof typeof menuIcons
  /** Its place in the menu, from 1 */
  order: number
}

/**
 * A screen as the routes, guards, menus and preloading know it. The declarations of all screens (`screens` of each screen.ts, which
 * app/screens.ts lists) load with the entry: they import types and paths only.
 */
export type Screen = {
  path: string
  /** A role excludes the others. */
  access: 'everybody' | 'signed-in' | Role | VisitorAccess
  /** Which admins see it besides owners; default: all */
  admins?: readonly StaffRole[]
  /** Which people of a lab see it besides its owner; default: all */
  labs?: readonly LabRole[]
  /** The title of the document, before "· Jaanch". Without it the screen sets its own, or none. */
  title?: string
  /** Stands inside the header and the menu */
  inShell?: boolean
  /** In the menu of the role of `access`, or of these roles; `only` in that of admins with this role */
  menu?: MenuEntry & { of?: readonly Role[]; only?: StaffRole }
  load: () => Promise<ComponentType>
  /**
   * Many open it first: its code and these GETs, exactly as it makes them (first-load.spec.ts), are requested before any script runs.
   * With a query in the address it shows something else, so only the code is. `?city=` at the end is filled with the last city, if any.
   */
  preloads?: readonly string[]
}
