import { useSearchParams } from 'react-router-dom'

/** The booking that is open in a dialog, as the parameter `?id=` of the address. */
export function useBookingParam(): { id: string | null; open: (id: string) => void; close: () => void } {
  const [search, setSearch] = useSearchParams()
  return {
    id: search.get('id'),
    open(id) {
      const next = new URLSearchParams(search)
      next.set('id', id)
      setSearch(next)
    },
    close() {
      const next = new URLSearchParams(search)
      next.delete('id')
      setSearch(next, { replace: true })
    },
  }
}
