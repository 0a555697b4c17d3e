import type { ReactNode } from 'react';
import './FileTree.css';

export interface FileTreeProps {
  /** A list of files; an item with a list in it is a folder. */
  readonly children?: ReactNode;
}

/** Files and folders. */
export default function FileTree({ children }: FileTreeProps): ReactNode {
  return <div className="file-tree">{children}</div>;
}
