import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

export type ReadPdf = {
  /** The text of each page in drawing order, with single spaces */
  pages: string[]
  info: Record<string, unknown>
  lang: string | null
  isTagged: boolean
  /** Roles in the structure tree of a page, in reading order */
  rolesOf(page: number): Promise<string[]>
}

type Node = { role?: string; children?: Node[] }

function roles(node: Node | null): string[] {
  return node ? [...(node.role ? [node.role] : []), ...(node.children ?? []).flatMap(roles)] : []
}

/** Reads a PDF with the parser of Firefox. */
export async function readPdf(bytes: Buffer): Promise<ReadPdf> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const pages = await Promise.all(
    Array.from({ length: pdf.numPages }, async (_, index) => {
      const { items } = await (await pdf.getPage(index + 1)).getTextContent({ disableNormalization: true })
      const pieces = items.map((item) => ('str' in item ? item.str : ''))
      return pieces.join(' ').replace(/\s+/g, ' ')
    }),
  )
  const { info } = await pdf.getMetadata()
  // the type declares an object, the value is a Map
  const markInfo = (await pdf.getMarkInfo()) as unknown as Map<string, boolean> | null
  return {
    pages,
    info: info as Record<string, unknown>,
    lang: (info as { Language?: string }).Language ?? null,
    isTagged: markInfo?.get('Marked') === true,
    rolesOf: async (page) => roles((await (await pdf.getPage(page)).getStructTree()) as Node | null),
  }
}

/** Downloads a PDF. @returns its text */
export async function readPdfText(url: string, { token }: { token: string }): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}`)
  return (await readPdf(Buffer.from(await response.arrayBuffer()))).pages.join(' ')
}
