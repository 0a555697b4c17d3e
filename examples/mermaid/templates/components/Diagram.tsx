'use client';

import { useColorMode } from 'docwright/theme';
import { type ReactNode, useEffect, useState } from 'react';

/** Mermaid adds styles, and sets HTML as text, which it has sanitized. */
export const security = { inlineStyles: true, trustedTypes: ['default', 'dompurify'] };

interface DiagramProps {
  code: string;
  title: string;
  /** The source, shown until the diagram is drawn. */
  children: ReactNode;
}

export default function Diagram({ code, title, children }: DiagramProps) {
  const { mode } = useColorMode();
  const [svg, setSvg] = useState('');
  useEffect(() => {
    if (mode !== undefined) draw(code, mode).then(setSvg, console.error);
  }, [code, mode]);
  return (
    <figure aria-label={title || 'Diagram'}>
      <div dangerouslySetInnerHTML={{ __html: svg }} />
      <div hidden={svg !== ''}>{children}</div>
    </figure>
  );
}

async function draw(code: string, mode: 'dark' | 'light'): Promise<string> {
  const { default: mermaid } = await import('mermaid');
  const types = window.trustedTypes;
  if (types?.defaultPolicy === null) types.createPolicy('default', { createHTML: (html) => html });
  const theme = mode === 'dark' ? 'dark' : 'default';
  mermaid.initialize({ startOnLoad: false, suppressErrorRendering: true, theme });
  return (await mermaid.render(`diagram-${Math.random().toString(36).slice(2)}`, code)).svg;
}
