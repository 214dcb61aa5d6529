import { artifact, type Element } from './structure-tags.ts'
import { contentBottom } from './theme.ts'

type Doc = PDFKit.PDFDocument

/** Where the next thing goes, and what every further page begins with. */
export type PageFlow = {
  readonly doc: Doc
  readonly root: Element
  /** Points from the top of the present page */
  y: number
  /** Draws the head of a further page; it returns where content begins */
  readonly head: (doc: Doc) => number
}

/** Begins a page, unless so much fits on the present one. @returns whether it did */
export function breakPageUnlessFits(flow: PageFlow, height: number): boolean {
  if (flow.y + height <= contentBottom) return false
  flow.doc.addPage()
  artifact(flow.doc, 'Pagination', () => {
    flow.y = flow.head(flow.doc)
  })
  return true
}
