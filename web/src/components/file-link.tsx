import type { ComponentProps, MouseEvent } from 'react'
import { fetchFile, openFile } from '@/lib/files'
import { openFileTexts } from './texts'
import { useCommand } from './use-command'

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
  const { run } = useCommand({ ...openFileTexts, send: () => openFile(() => fetchFile(href), name) })

  function open(event: MouseEvent) {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void run()
  }

  return (
    <a href={href} target="_blank" rel="noreferrer" onClick={open} {...rest}>
      {children}
    </a>
  )
}
