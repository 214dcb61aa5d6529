import type { FastifyReply } from 'fastify'
import type { Context } from '../context.ts'
import { tokenLifeMs } from './session-tokens.ts'

/** The cookie that lets a browser open a file by its link; only the paths below /api/files receive it. */
export const filesCookie = 'files_token'
export const filesPath = '/api/files'

function attributes({ publicUrl }: Pick<Context, 'publicUrl'>) {
  return {
    path: filesPath,
    httpOnly: true,
    sameSite: 'strict',
    secure: publicUrl.startsWith('https:'),
  } as const
}

export function giveFilesCookie(
  context: Pick<Context, 'publicUrl'>,
  reply: FastifyReply,
  token: string,
): void {
  reply.setCookie(filesCookie, token, { ...attributes(context), maxAge: tokenLifeMs / 1_000 })
}

export function takeFilesCookie(context: Pick<Context, 'publicUrl'>, reply: FastifyReply): void {
  reply.clearCookie(filesCookie, attributes(context))
}
