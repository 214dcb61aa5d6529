const names = ['overview', 'approvals', 'bookings', 'prescriptions'] as const
export type ConsoleTab = (typeof names)[number]

export function isConsoleTab(name: string | null): name is ConsoleTab {
  return (names as readonly (string | null)[]).includes(name)
}
