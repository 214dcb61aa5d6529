import { useEffect } from 'react'

/** Keeps the page out of search engines, and its address out of what other sites are told. The server sends the same as headers. */
export function useUnlisted(): void {
  useEffect(() => {
    const tags = [
      ['robots', 'noindex, nofollow'],
      ['referrer', 'no-referrer'],
    ].map(([name = '', content = '']) => Object.assign(document.createElement('meta'), { name, content }))
    document.head.append(...tags)
    return () => {
      for (const tag of tags) tag.remove()
    }
  }, [])
}
