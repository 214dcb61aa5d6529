import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** Pixels of a page or of a part of it: RGBA, rows from the top. */
export type Raster = { data: Uint8ClampedArray; width: number; height: number }

type Canvas = { context: { getImageData(x: number, y: number, width: number, height: number): Raster } }
/** Where pdf.js draws in Node; the type of pdf.js says only that it is an object */
type Rendered = Parameters<Awaited<ReturnType<PDFDocumentProxy['getPage']>>['render']>[0]
type CanvasFactory = {
  create(width: number, height: number): Canvas & { canvas: Rendered['canvas'] }
}

/** A page as a printer prints it. Positions in mm from the upper left corner. */
export type RasterPage = {
  /** mm */
  width: number
  height: number
  /** @returns the pixels of a rectangle */
  part(x: number, y: number, width: number, height: number): Raster
}

/** Draws the pages of a PDF with the renderer of Firefox. @param dpi dots for each inch, as of a printer */
export async function rasterisePdf(bytes: Buffer, dpi: number): Promise<RasterPage[]> {
  const pdf = await getDocument({ data: new Uint8Array(bytes), verbosity: 0 }).promise
  const dots = (mm: number) => Math.round((mm * dpi) / 25.4)
  const pages: RasterPage[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const viewport = page.getViewport({ scale: dpi / 72 })
    const size = [Math.round(viewport.width), Math.round(viewport.height)] as const
    const { canvas, context } = (pdf.canvasFactory as CanvasFactory).create(...size)
    await page.render({ canvas, viewport, background: '#ffffff' }).promise
    pages.push({
      width: (viewport.width / dpi) * 25.4,
      height: (viewport.height / dpi) * 25.4,
      part: (x, y, width, height) => context.getImageData(dots(x), dots(y), dots(width), dots(height)),
    })
  }
  return pages
}
