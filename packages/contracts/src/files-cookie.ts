// the types of its cookies, also where the API itself is not imported
import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const filesPath = '/api/files'

type Site = { publicUrl: string }

const isSecure = ({ publicUrl }: Site) => publicUrl.startsWith('https:')

/**
 * The cookie with which a browser opens a file by its link; it is sent to paths below /api/files only. Browsers take a cookie with the
 * prefix over TLS only: nobody between them and us, and no page over plain HTTP, can set it.
 */
export function filesCookieName(site: Site): string {
  return isSecure(site) ? '__Secure-files_token' : 'files_token'
}

function cookieOptions(site: Site) {
  return { path: filesPath, httpOnly: true, sameSite: 'strict', secure: isSecure(site) } as const
}

/** @returns the token of the request */
export function readFilesCookie(site: Site, { cookies }: FastifyRequest): string | undefined {
  return cookies[filesCookieName(site)]
}

export function setFilesCookie(site: Site, reply: FastifyReply, token: string, lifetimeMs: number): void {
  reply.setCookie(filesCookieName(site), token, { ...cookieOptions(site), maxAge: lifetimeMs / 1_000 })
}

export function clearFilesCookie(site: Site, reply: FastifyReply): void {
  reply.clearCookie(filesCookieName(site), cookieOptions(site))
}
