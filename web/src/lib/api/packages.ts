import { useAnswer, useList } from '../swr/use-answer'

export function usePopularPackages() {
  return useList('/api/packages/popular')
}

export function usePackage(id: string) {
  return useAnswer('/api/packages/:id', { params: { id } })
}

/** What matches a text; everything on offer where there is none. */
export function usePackages(text: string) {
  const q = text.trim()
  const all = useList(q ? null : '/api/packages')
  const found = useList(q ? '/api/search' : null, { query: { q } })
  return q ? found : all
}

/** For searching in place: asks nothing before there is something to look for. */
export function useSearch(text: string) {
  const q = text.trim()
  return useList(q ? '/api/search' : null, { query: { q } })
}
