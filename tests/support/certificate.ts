// @peculiar/x509 demands it
import 'reflect-metadata'
import { webcrypto } from 'node:crypto'
import {
  BasicConstraintsExtension,
  SubjectAlternativeNameExtension,
  type X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509'

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/** Certificates and keys as PEM */
export type Authority = {
  certificate: string
  /** The certificate of a server that this authority has signed, and its key. @param address of IP, if it is asked for too */
  issue(host: string, address?: string): Promise<{ cert: string; key: string }>
}

/** An authority that only this test knows. Its certificates are valid for a day. */
export async function createAuthority(name: string): Promise<Authority> {
  const keys = await createKeys()
  const validity = { notBefore: new Date(Date.now() - 60_000), notAfter: new Date(Date.now() + 86_400_000) }
  const own: X509Certificate = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name: `CN=${name}`,
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return {
    certificate: own.toString('pem'),
    async issue(host, address) {
      const { publicKey, privateKey } = await createKeys()
      const certificate = await X509CertificateGenerator.create({
        ...validity,
        subject: `CN=${host}`,
        issuer: own.subject,
        publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new SubjectAlternativeNameExtension([
            { type: 'dns', value: host },
            ...(address ? [{ type: 'ip' as const, value: address }] : []),
          ]),
        ],
      })
      const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey)).toString('base64')
      return {
        cert: certificate.toString('pem'),
        key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
      }
    },
  }
}

const createKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
