export const placeholder = {
  title: 'Coming soon',
  tests: { heading: 'Lab Tests', line: 'The tests that your lab offers will be listed here.' },
  settings: {
    heading: 'Lab Settings',
    line: "Your lab's details will be kept here.",
    capacity: 'Collection capacity',
    profile: 'Lab profile',
    people: 'People',
  },
}
