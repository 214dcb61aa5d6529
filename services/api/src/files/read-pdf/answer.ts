export type PdfVerdict = 'readable' | 'password' | 'without-pages' | 'unreadable'

/** What the program that reads PDFs answers. @property memory that it has now, bytes */
export type PdfAnswer = { verdict: PdfVerdict; memory: number }
