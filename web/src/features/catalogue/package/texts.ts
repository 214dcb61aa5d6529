export const details = {
  tests: 'Tests included',
  sample: 'Sample type',
  report: 'Report delivery',
  fasting: 'Fasting',
  age: 'Age',
  gender: 'Gender',
  book: 'Book Now',
  preparation: 'Preparation instructions',
  parameters: 'Parameters covered',
  each: (price: string) => `${price} for each parameter`,
  prices: 'Price history',
  since: (price: string, date: string) => `${price} since ${date}`,
}
