export const browse = {
  title: 'Browse Tests',
  results: 'Search results',
  searching: 'Searching…',
  offline: 'Without a network nothing can be searched.',
  clear: 'Clear search',
  list: 'Tests and packages',
  none: 'No tests found',
  seeAll: 'See all tests',
  noneForSearch: 'Try another word, or the name of a health concern.',
  noneAtAll: 'Please look in again in a moment.',
  found(count: number, query: string, city: string | null) {
    const found = `${count} ${count === 1 ? 'test or package' : 'tests and packages'}`
    return [found, query && `for “${query}”`, city && `near ${city}`].filter(Boolean).join(' ')
  },
}
