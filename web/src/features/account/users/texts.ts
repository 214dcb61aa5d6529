export const account = {
  menu: (name: string) => `Account of ${name}`,
  signOut: 'Sign Out Everywhere',
  disable: 'Disable Account',
  enable: 'Enable Account',
  role: 'Change Role',
}

const options = {
  owner: 'Owner: everything',
  manager: 'Manager: catalogue, labs, bookings, prescriptions',
  support: 'Support: reads all but reports, writes messages',
  medical: 'Medical: reports and their bookings',
  operator: 'Operator: operations',
}

export const staffRole = {
  options,
  badge: (role: keyof typeof options) => options[role].split(':', 1).join(),
  dialog: (name: string) => ({
    title: `Change the role of ${name}?`,
    description: 'They are signed out at once, everywhere, and have the role when they sign in again.',
    label: 'Role',
    hint: '',
    choiceTexts: { choose: 'Select a role', noneChosen: 'Please select a role' },
    submitLabel: 'Change Role',
    failure: 'Failed to change the role',
  }),
  succeeded: 'Role changed',
}

export const standing = {
  disable: {
    dialog: (name: string) => ({
      title: `Disable the account of ${name}?`,
      description: 'They are signed out at once, everywhere, and cannot sign in.',
      submitLabel: 'Disable',
      failure: 'Failed to disable the account',
    }),
    succeeded: 'Account disabled',
  },
  enable: {
    dialog: (name: string) => ({
      title: `Enable the account of ${name}?`,
      description: 'They can sign in again.',
      submitLabel: 'Enable',
      failure: 'Failed to enable the account',
    }),
    succeeded: 'Account enabled',
  },
}

export const signOut = {
  question: (name: string) => ({
    title: `Sign ${name} out everywhere?`,
    description: 'All their devices are signed out at once. They can sign in again.',
    confirmLabel: 'Sign Out',
    cancelLabel: 'Cancel',
  }),
  succeeded: 'Signed out everywhere',
  failed: 'Failed to sign out',
}

export const page = {
  heading: { title: 'Users', description: 'Everyone with an account.' },
  audit: 'Audit Trail',
  search: 'Search users',
  searchExample: 'Name, e-mail, phone or order number',
  role: 'Role',
  allRoles: 'All roles',
  none: 'No users found',
  noneText: "Nobody's name, e-mail or phone begins like this, and no order number ends like it.",
  clear: 'Clear search',
}

export const user = {
  roles: { customer: 'Customer', 'lab-partner': 'Lab Partner', admin: 'Admin' },
  joined: (date: string) => `Joined ${date}`,
  noPhone: 'No phone',
  active: 'Active',
  inactive: 'Inactive',
}

export const groups = {
  total: 'Total Users',
  customer: 'Customers',
  'lab-partner': 'Lab partners',
  admin: 'Admins',
}
export const counts = { ...groups, 'lab-partner': 'Lab Partners' }
