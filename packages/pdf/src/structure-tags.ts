/**
 * The document's structure for screen readers (ISO 32000-1, 14.8): content is tagged; repetition and decoration are
 * artifacts, which screen readers skip.
 */
type Doc = PDFKit.PDFDocument
export type Element = PDFKit.PDFStructureElement

/** The root of all tags. */
export function createDocumentTag(doc: Doc): Element {
  const root = doc.struct('Document')
  doc.addStructure(root)
  return root
}

/** Content of one kind: H1, P, TH … */
export function tagged(
  doc: Doc,
  parent: Element,
  type: string,
  draw: () => void,
  options: PDFKit.Mixins.StructureElementOptions & { scope?: 'Column' | 'Row' } = {},
): void {
  parent.add(doc.struct(type, options, draw))
}

/** A group of elements: Table, TR. */
export function group(doc: Doc, parent: Element, type: string, fill: (element: Element) => void): void {
  const element = doc.struct(type)
  parent.add(element)
  fill(element)
  element.end()
}

export function artifact(doc: Doc, type: 'Layout' | 'Pagination', draw: () => void): void {
  doc.markContent('Artifact', { type })
  draw()
  doc.endMarkedContent()
}
