import { describe, expect, it } from 'vitest'
import { loadConfig } from './config.ts'
import { ConfigError } from './config-error.ts'

const load = (SMS_GATEWAY_TEMPLATE?: string) => loadConfig({ SMS_GATEWAY_TEMPLATE }).smsTemplate

describe('the request to an SMS gateway', () => {
  it('is JSON with number, text and id by default', () => {
    expect(load()).toEqual({
      method: 'POST',
      headers: {},
      body: { to: '{{to}}', text: '{{text}}', id: '{{id}}' },
    })
  })

  it('can be a form, or JSON of any shape', () => {
    expect(load('{"headers":{"authorization":"Key k"},"body":"to={{to}}&m={{text}}"}').body).toBe(
      'to={{to}}&m={{text}}',
    )
    expect(load('{"method":"PUT","body":{"messages":[{"n":"{{to}}","m":"{{text}}"}]}}').method).toBe('PUT')
  })

  it.each([
    'nonsense',
    '{}',
    '{"body":{"to":"{{to}}"}}',
    '{"body":"{{to}}{{text}}","method":"GET"}',
    '{"body":"{{to}}{{text}}","url":"x"}',
  ])('cannot be %s', (text) => {
    expect(() => load(text)).toThrow(ConfigError)
  })

  it('requires a valid URL of the gateway', () => {
    expect(loadConfig({ MAIL_FROM: 'care@jaanch.in' }).mailFrom).toBe('care@jaanch.in')
    for (const MAIL_FROM of ['Jaanch', 'a@b\r\nBcc: c@d', '<a@b'])
      expect(() => loadConfig({ MAIL_FROM })).toThrow(ConfigError)
  })
})
