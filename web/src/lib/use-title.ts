import { useEffect } from 'react'

let title = 'Jaanch'
let count = 0

function update(): void {
  document.title = count > 0 ? `(${count}) ${title}` : title
}

/** Shows the title of a page; undefined leaves what is shown. */
export function useTitle(page: string | undefined): void {
  useEffect(() => {
    if (page === undefined) return
    title = `${page} · Jaanch`
    update()
  }, [page])
}

/** Shows a number before the title, for a user who has other tabs in front; none for 0. */
export function setTitleCount(next: number): void {
  count = next
  update()
}
