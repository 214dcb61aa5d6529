/** The accounts of the demo data that the stack of the browser tests loads */
export const demoAccounts = {
  customer: { email: 'asha@jaanch.example', password: 'asha-demo-2026' },
  lab: { email: 'lab1@jaanch.example', password: 'lab-demo-2026' },
  frontDesk: { email: 'jyoti.lab1@jaanch.example', password: 'lab-demo-2026' },
  technician: { email: 'tarun.lab1@jaanch.example', password: 'lab-demo-2026' },
  collector: { email: 'meena.lab1@jaanch.example', password: 'lab-demo-2026' },
  admin: { email: 'admin@jaanch.example', password: 'admin-demo-2026' },
} as const

export type Role = keyof typeof demoAccounts
