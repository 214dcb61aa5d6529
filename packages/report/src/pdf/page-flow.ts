import { artifact, type Element } from '@jaanch/pdf/structure-tags'
import { contentBottom } from '@jaanch/pdf/theme'

type Doc = PDFKit.PDFDocument

/** The position of the next element, and the header of each following page. */
export type PageFlow = {
  readonly doc: Doc
  readonly root: Element
  /** Points from the top of the current page */
  y: number
  /** Draws the header of a following page. @returns where the content begins */
  readonly drawHeader: (doc: Doc) => number
}

/** Starts a new page if an element of this height does not fit. @returns true after a page break */
export function breakPageUnlessFits(flow: PageFlow, height: number): boolean {
  if (flow.y + height <= contentBottom) return false
  flow.doc.addPage()
  artifact(flow.doc, 'Pagination', () => {
    flow.y = flow.drawHeader(flow.doc)
  })
  return true
}
