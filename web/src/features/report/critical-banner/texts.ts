export const banner = {
  label: 'Urgent calls',
  title: (count: number) => (count === 1 ? '1 urgent call is open' : `${count} urgent calls are open`),
  text: 'A customer or doctor has to hear a result by phone now.',
  open: 'Open the calls',
}

export const link = {
  label: 'Urgent calls',
  count: (count: number) => `${count} open`,
}
