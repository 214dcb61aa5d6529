import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'

/** The cookie with which a browser opens a file by its link. It is sent to paths below /api/files only. */
export const filesCookie = 'files_token'
export const filesPath = '/api/files'

function cookieOptions({ publicUrl }: Pick<Context, 'publicUrl'>) {
  return {
    path: filesPath,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  } as const
}

export function setFilesCookie(
  context: Pick<Context, 'publicUrl'>,
  reply: FastifyReply,
  token: string,
  lifetimeMs: number,
): void {
  reply.setCookie(filesCookie, token, { ...cookieOptions(context), maxAge: lifetimeMs / 1_000 })
}

export function clearFilesCookie(context: Pick<Context, 'publicUrl'>, reply: FastifyReply): void {
  reply.clearCookie(filesCookie, cookieOptions(context))
}
