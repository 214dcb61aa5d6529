import type { FileType } from './receive-file.ts'

const extensions: Readonly<Record<FileType, readonly [usual: string, ...others: string[]]>> = {
  'image/jpeg': ['.jpg', '.jpeg'],
  'image/png': ['.png'],
  'application/pdf': ['.pdf'],
}

/**
 * Control and format characters (among them those that turn the direction of text; the joiners of Indian scripts may stay),
 * and what a path or a shell gives a meaning.
 */
const troublesome = /[[\p{C}\p{Zl}\p{Zp}"*\/:<>?\\\|]--[\u200c\u200d]]+/gv

/**
 * A name under which a file can be saved anywhere: without folders, and with the extension of what the file is, whatever it
 * was called (`scan.html` that is a PNG becomes `scan.html.png`).
 * @param name as its sender typed it, 1 to 255 characters
 */
export function safeFileName(name: string, type: FileType): string {
  const base = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const plain = base
    .replaceAll(troublesome, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const [usual, ...others] = extensions[type]
  const lower = plain.toLowerCase()
  if (plain === '') return `file${usual}`
  return [usual, ...others].some((extension) => lower.endsWith(extension)) ? plain : `${plain}${usual}`
}

/**
 * The Content-Disposition of a file (RFC 6266): a name in ASCII for old readers and the true one as RFC 5987 has it.
 * @param name from `safeFileName`
 */
export function contentDisposition(kind: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^ -~]/gu, '_').replaceAll(/["%\\]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
