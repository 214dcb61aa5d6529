/** Apart from the other texts of admins: pages that show only a booking's number load these alone. */
export const history = { title: 'History', label: (name: string) => `History of ${name}` }
