import { tabs } from './texts'

/** Of customers and labs. */
export const authTabs = [
  { value: 'login', label: tabs.login },
  { value: 'register', label: tabs.register },
] as const
