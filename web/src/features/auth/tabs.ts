import { tabs } from './texts'

export const authTabs = [
  { value: 'login', label: tabs.login },
  { value: 'register', label: tabs.register },
] as const
