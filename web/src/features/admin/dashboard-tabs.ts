import { dashboard as texts } from './texts'

export const dashboardTabs = [
  { value: 'overview', label: texts.tabs.overview },
  { value: 'approvals', label: texts.tabs.approvals },
  { value: 'bookings', label: texts.tabs.bookings },
  { value: 'prescriptions', label: texts.tabs.prescriptions },
] as const

export type DashboardTab = (typeof dashboardTabs)[number]['value']

export function isDashboardTab(name: string | null): name is DashboardTab {
  return dashboardTabs.some(({ value }) => value === name)
}
