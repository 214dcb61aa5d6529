import type { ComponentProps, MouseEvent } from 'react'
import { openFile } from '@/lib/files'
import { toastFailure } from './toast-failure'

type FileLinkProps = ComponentProps<'a'> & {
  href: string
  /** The name under which it is saved if the browser does not open windows */
  name: string
}

/**
 * Opens an uploaded file in a new tab, fetched with the token. What the browser does itself with the link (a click with Ctrl, 'Open
 * in a new tab') works with the cookie of the login.
 */
export function FileLink({ href, name, children, ...rest }: FileLinkProps) {
  async function open(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    try {
      await openFile(href, name)
    } catch (error) {
      toastFailure('The file could not be opened', error, { fallback: 'Please try again' })
    }
  }
  return (
    <a href={href} target="_blank" rel="noreferrer" onClick={(event) => void open(event)} {...rest}>
      {children}
    </a>
  )
}
