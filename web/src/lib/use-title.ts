import { useEffect } from 'react'

let title = 'Jaanch'
let count = 0

function update(): void {
  document.title = count > 0 ? `(${count}) ${title}` : title
}

export function useTitle(page: string): void {
  useEffect(() => {
    title = `${page} · Jaanch`
    update()
  }, [page])
}

/** Shows a number before the title, for a user who has other tabs in front; none for 0. */
export function setTitleCount(next: number): void {
  count = next
  update()
}
