import type { LiveState } from '../../shared/live.ts';

/** A state with the server that has sent it: another server counts its versions anew. */
export interface News {
  readonly state: LiveState;
  readonly server: string;
}

/** What a document shows. */
export interface Shown {
  readonly state: LiveState;
  /** Undefined until a server has spoken to this document. */
  readonly server: string | undefined;
}

export type Step =
  /** Only a new document can show this. */
  | { readonly type: 'document' }
  | { readonly type: 'styles'; readonly from: string; readonly to: LiveState['styles'] }
  /** Pages have changed, perhaps this one. */
  | { readonly type: 'content' };

/** What has to be done to a document so that it agrees with a state. */
export function stepsBetween(shown: Shown, { state, server }: News): readonly Step[] {
  const { shell, styles, version } = shown.state;
  if (shell !== state.shell) return [{ type: 'document' }];
  const isOther = shown.server !== undefined && shown.server !== server;
  return [
    ...(styles.href === state.styles.href
      ? []
      : [{ type: 'styles', from: styles.href, to: state.styles } as const]),
    ...(isOther || version !== state.version ? [{ type: 'content' } as const] : []),
  ];
}
