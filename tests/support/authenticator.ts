/** A passkey in software: what a browser and a device answer to the options of WebAuthn. */

import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { type TOTP, URI } from 'otpauth'

type Options = { challenge: string }

export function createAuthenticator(origin = 'http://localhost') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, { challenge }: Options) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

  /** @param attested the new credential, with flag AT */
  function authenticatorData(attested?: Buffer): Buffer {
    counter += 1
    const [userPresent, hasCredential] = [0x01, 0x40]
    const head = Buffer.alloc(5)
    head.writeUInt8(userPresent | (attested ? hasCredential : 0))
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(new URL(origin).hostname), head, attested ?? Buffer.alloc(0)])
  }

  /** COSE_Key: EC2, ES256, P-256 */
  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    const head = Buffer.from('a5010203262001215820', 'hex')
    return Buffer.concat([head, fromBase64url(x), Buffer.from('225820', 'hex'), fromBase64url(y)])
  }

  const credential = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key' as const,
  }

  return {
    /** Answers navigator.credentials.create */
    create(options: Options) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const data = authenticatorData(Buffer.concat([Buffer.alloc(16), length, id, coseKey()]))
      // { fmt: 'none', attStmt: {}, authData }
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex')
      const attestation = Buffer.concat([head, Buffer.from([0x58, data.length]), data])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers navigator.credentials.get */
    get(options: Options) {
      const [data, client] = [authenticatorData(), clientData('webauthn.get', options)]
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
        },
      }
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

function fromBase64url(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}

/** The code that an authenticator app shows now. @param uri of its set-up */
export function appCode(uri: string): string {
  return (URI.parse(uri) as TOTP).generate()
}
