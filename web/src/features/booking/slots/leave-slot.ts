import { readToken } from '@/lib/http/token'
import { urlOf } from '@/lib/http/url'

/** Gives a held slot up while the page is being closed: `keepalive` lets the request outlive it. If it fails, the hold expires. */
export function leaveSlot(id: string): void {
  const token = readToken()
  fetch(urlOf('/api/slots/hold/:id', { id }), {
    method: 'DELETE',
    headers: token ? { Authorization: `Bearer ${token}` } : {},
    credentials: 'include',
    keepalive: true,
  }).catch(() => {
    // nobody is there who could be told
  })
}
