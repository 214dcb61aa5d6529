import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './container.ts'

/** A certificate of an authority that only this test knows. PEM. */
export async function makeCertificate(
  domain: string,
  address: string,
): Promise<Record<'authority' | 'certificate' | 'key', string>> {
  const directory = await mkdtemp(join(tmpdir(), 'jaanch-certificate-'))
  const inIt = (name: string) => join(directory, name)
  const openssl = async (...args: string[]) => {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes']
    const { ok, err } = await run('openssl', ['req', '-x509', ...key, '-days', '2', ...args])
    if (!ok) throw new Error(`openssl: ${err}`)
  }
  try {
    await openssl(...['-subj', '/CN=Test authority', '-keyout', inIt('ca.key'), '-out', inIt('ca.pem')])
    await openssl(
      ...['-subj', `/CN=${domain}`, '-CA', inIt('ca.pem'), '-CAkey', inIt('ca.key')],
      ...[
        '-addext',
        `subjectAltName=DNS:${domain},IP:${address}`,
        '-addext',
        'basicConstraints=critical,CA:FALSE',
      ],
      ...['-keyout', inIt('key'), '-out', inIt('certificate')],
    )
    const [authority = '', certificate = '', key = ''] = await Promise.all(
      ['ca.pem', 'certificate', 'key'].map((name) => readFile(inIt(name), 'utf8')),
    )
    return { authority, certificate, key }
  } finally {
    await rm(directory, { recursive: true })
  }
}
