import { signatureBytes, typeOfContent } from '@jaanch/contracts/files'
import { useEffect, useState } from 'react'
import { download, type Posted } from './http/download'

/** The types that the API stores. Anything else would run with our origin, because a blob URL has it. */
const shownTypes = ['application/pdf', 'image/jpeg', 'image/png']

const lookEveryMs = 5_000

/** Gets a file that a browser can show. @throws as `download`, and for another type */
export async function fetchFile(path: string, posted?: Posted): Promise<Blob> {
  const file = await download(path, posted)
  if (shownTypes.includes(file.type)) return file
  throw new Error(`A file of the type ${file.type} is not shown`)
}

/** Starts a download of the file under this name. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Later, because some browsers read the file after the click.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/**
 * Opens a file of the API in a new tab, or saves it if the browser opens none. To be called by a click, which allows the new tab.
 * @throws as `get`
 */
export async function openFile(get: () => Promise<Blob>, name: string): Promise<void> {
  // before the answer: browsers block a tab that opens later
  const tab = window.open('about:blank', '_blank')
  try {
    const file = await get()
    if (!tab || tab.closed) return saveFile(file, name)
    const url = URL.createObjectURL(file)
    tab.opener = null
    tab.location.replace(url)
    // kept while the tab is open, so that it can be reloaded
    const looking = setInterval(() => {
      if (!tab.closed) return
      clearInterval(looking)
      URL.revokeObjectURL(url)
    }, lookEveryMs)
  } catch (error) {
    tab?.close()
    throw error
  }
}

/**
 * @returns the file with the type of its content: pickers name another one for some files, or none. Unknown content keeps its type, and
 * so does a file that cannot be read, such as one of a cloud: the code that reads it to send it says so
 */
export async function typedByContent(file: File): Promise<File> {
  const start = await file
    .slice(0, signatureBytes)
    .arrayBuffer()
    .catch(() => undefined)
  const type = start && typeOfContent(new Uint8Array(start))
  return type === undefined || type === file.type ? file : new File([file], file.name, { type })
}

/** @returns the content as `data:<type>;base64,…` */
export function readDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read'))
    reader.readAsDataURL(file)
  })
}

/** CSV as in RFC 4180, in UTF-8 with a byte order mark, by which Excel recognises the encoding. */
export function csvFile(lines: readonly (readonly (string | number)[])[]): string {
  return `\u{feff}${lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`
}

/**
 * A text that a spreadsheet would execute as a formula, such as `=HYPERLINK(…)`, gets a leading apostrophe (OWASP, "CSV Injection").
 * Numbers stay numbers.
 */
export function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const safe = /^\s*[=+\-@]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** @returns a URL of the file for an image, frame or link, revoked when the component is gone or shows another file */
export function useObjectUrl(file: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => {
      setUrl(undefined)
      URL.revokeObjectURL(objectUrl)
    }
  }, [file])
  return url
}

/** Fetches a file with the token, for an image or a frame, which could only send the cookie. */
export function useFile(path: string): { url: string | undefined; failed: boolean } {
  const [file, setFile] = useState<Blob>()
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let isShown = true
    setFile(undefined)
    setFailed(false)
    fetchFile(path).then(
      (blob) => isShown && setFile(blob),
      () => isShown && setFailed(true),
    )
    return () => {
      isShown = false
    }
  }, [path])
  return { url: useObjectUrl(file), failed }
}
