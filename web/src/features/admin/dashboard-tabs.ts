export const dashboardTabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'approvals', label: 'Lab Approvals' },
  { value: 'bookings', label: 'Manage Bookings' },
  { value: 'prescriptions', label: 'Prescriptions' },
] as const

export type DashboardTab = (typeof dashboardTabs)[number]['value']

export function isDashboardTab(name: string | null): name is DashboardTab {
  return dashboardTabs.some(({ value }) => value === name)
}
