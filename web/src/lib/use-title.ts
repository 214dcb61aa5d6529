import { useEffect } from 'react'

let title = 'Jaanch'
let mark = 0

function show(): void {
  document.title = mark > 0 ? `(${mark}) ${title}` : title
}

export function useTitle(page: string): void {
  useEffect(() => {
    title = `${page} · Jaanch`
    show()
  }, [page])
}

/** A number before the title, for whoever has Jaanch open in a tab behind others; 0 takes it away. */
export function markTitle(count: number): void {
  mark = count
  show()
}
