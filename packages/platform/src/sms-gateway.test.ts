import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { acceptsSms } from './sms-gateway.ts'
import { ConfigError } from './variable-files.ts'

const url = 'https://sms.example/send'
const load = (SMS_GATEWAY?: string) => loadConfig({ SMS_GATEWAY }).smsGateway
const loadJson = (request: object) => load(JSON.stringify({ url, ...request }))

describe('the request to an SMS gateway', () => {
  it('is JSON with number, text and id, where only a URL is given', () => {
    expect(load()).toBeUndefined()
    expect(load(url)).toEqual({
      url,
      method: 'POST',
      headers: {},
      body: { to: '{{to}}', text: '{{text}}', id: '{{id}}' },
    })
  })

  it('can be a form, or JSON of any shape', () => {
    const form = loadJson({ headers: { authorization: 'Key k' }, body: 'to={{to}}&m={{text}}' })
    expect(form).toMatchObject({ url, body: 'to={{to}}&m={{text}}' })
    expect(loadJson({ method: 'PUT', body: { messages: [{ n: '{{to}}', m: '{{text}}' }] } })?.method).toBe(
      'PUT',
    )
  })

  it.each([
    'nonsense',
    '{nonsense',
    '{"body":"{{to}}{{text}}"}',
    JSON.stringify({ url, body: { to: '{{to}}' } }),
    JSON.stringify({ url, body: '{{to}}{{text}}', method: 'GET' }),
    JSON.stringify({ url, body: '{{to}}{{text}}', from: 'x' }),
  ])('cannot be %s', (text) => {
    expect(() => load(text)).toThrow(ConfigError)
  })
})

it('the sender of e-mails is part of the address of the mail server', () => {
  const smtp = (from: string) => `smtps://u:p@mail.example?from=${encodeURIComponent(from)}`
  expect(loadConfig({ SMTP_URL: smtp('care@jaanch.in') }).mailFrom).toBe('care@jaanch.in')
  expect(loadConfig({ SMTP_URL: smtp('Jaanch <care@jaanch.in>') }).mailFrom).toBe('Jaanch <care@jaanch.in>')
  expect(loadConfig({ SMTP_URL: 'smtps://mail.example' }).mailFrom).toBe('Jaanch <no-reply@jaanch.example>')
  for (const from of ['Jaanch', 'a@b\r\nBcc: c@d', '<a@b'])
    expect(() => loadConfig({ SMTP_URL: smtp(from) })).toThrow(ConfigError)
})

describe('SMS', () => {
  it('are sent to Indian mobile numbers in E.164', () => {
    for (const phone of ['+919876543210', '+919999900001', '+917001000001']) {
      expect(acceptsSms(phone), phone).toBe(true)
    }
  })

  it('are not sent to landlines, numbers of other countries, and texts that are no number [V2.4.1]', () => {
    for (const phone of [
      '+917926581234',
      '+14155550100',
      '+18765551234',
      '9876543210',
      '+91',
      '',
      '1234567',
    ]) {
      expect(acceptsSms(phone), phone).toBe(false)
    }
  })
})
