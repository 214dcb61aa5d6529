import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contentDisposition, safeFileName } from './send-file.ts'

describe('the name of a file', () => {
  it.each([
    ['scan.png', 'image/png', 'scan.png'],
    ['Scan 12.PNG', 'image/png', 'Scan 12.PNG'],
    ['photo', 'image/jpeg', 'photo.jpg'],
    ['../../etc/passwd', 'application/pdf', 'passwd.pdf'],
    ['..\\..\\windows\\win.ini', 'application/pdf', 'win.ini.pdf'],
    ['..', 'application/pdf', 'file.pdf'],
    ['.htaccess', 'image/png', 'htaccess.png'],
    ['page.html', 'image/png', 'page.html.png'],
    ['a"b.pdf', 'application/pdf', 'a b.pdf'],
    ['a\r\nset-cookie: x=1\r\n.pdf', 'application/pdf', 'a set-cookie x=1 .pdf'],
    ['con:aux|<b>?*.pdf', 'application/pdf', 'con aux b .pdf'],
    ['exe\u202Efdp.pdf', 'application/pdf', 'exe fdp.pdf'],
    ['\ud800.pdf', 'application/pdf', '\ufffd.pdf'],
    ['डॉक्टर की पर्ची.pdf', 'application/pdf', 'डॉक्टर की पर्ची.pdf'],
    ['ക്ഷ\u200d.pdf', 'application/pdf', 'ക്ഷ\u200d.pdf'],
  ] as const)('%j of %s is saved as %j [V5.3.2]', (name, type, expected) => {
    expect(safeFileName(name, type)).toBe(expected)
  })

  it('is sent in ASCII for old clients and in full for others [V5.3.2]', () => {
    expect(contentDisposition('inline', "Asha's पर्ची (1).pdf")).toBe(
      `inline; filename="Asha's _____ (1).pdf"; filename*=UTF-8''Asha%27s%20%E0%A4%AA%E0%A4%B0%E0%A5%8D%E0%A4%9A%E0%A5%80%20%281%29.pdf`,
    )
    expect(contentDisposition('attachment', '100%25.pdf')).toContain('filename="100_25.pdf"')
  })

  it('never breaks out of the header, whatever it contains [V1.2.1 V5.3.2]', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 255 }), (name) => {
        const header = contentDisposition('inline', safeFileName(name, 'application/pdf'))
        expect(header).toMatch(/^inline; filename="[ !#-[\]-~]+"; filename\*=UTF-8''[\w.!#$&+^`{}|~%-]+$/)
        expect(header.toLowerCase()).toMatch(/\.pdf"; .*\.pdf$/)
      }),
      { numRuns: 300 },
    )
  })
})
