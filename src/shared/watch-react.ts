/** Watches React while pages are made, to find what would need it in the browser. */

/** An element while a page is traced. */
export interface TracedElement {
  /** Its stack shows where the element was made. */
  readonly at: Error;
  /** The element whose component has made it. */
  readonly around: TracedElement | undefined;
}

/** A hook or an event handler that does nothing in the build. */
export interface Sight {
  /** `useState`, `onClick`. */
  readonly name: string;
  /** Its stack shows where the hook was called. */
  readonly at: Error;
  /** Only while the page is traced. */
  readonly element: TracedElement | undefined;
}

interface Session {
  readonly see: (sight: Sight) => void;
  readonly isTraced: boolean;
  current: TracedElement | undefined;
}

export interface Watch {
  /** Calls `see` for each hook and handler that is seen while `run` runs. Tracing records elements, which takes time. */
  readonly during: <Value>(session: Pick<Session, 'see' | 'isTraced'>, run: () => Value) => Value;
  /** The element that is rendered, while a page is traced. */
  readonly current: () => TracedElement | undefined;
}

interface Element {
  readonly props: object;
}

type Make = (type: unknown, ...others: readonly unknown[]) => Element;

/** Hooks without an effect in the build, or with state that only the browser changes. */
const HOOKS = [
  'useState',
  'useReducer',
  'useEffect',
  'useLayoutEffect',
  'useInsertionEffect',
  'useImperativeHandle',
  'useSyncExternalStore',
  'useTransition',
  'useOptimistic',
  'useActionState',
];

/** Methods of class components that only the browser calls. */
const LIFECYCLE = ['componentDidMount', 'componentDidUpdate', 'componentWillUnmount'];

const HANDLER = /^(?:on[A-Z]|(?:formA|a)ction$)/;

/** The functions of React's server that read an element to render it. */
const RENDERS = /^[^\n]*\n[^\n]*\n\s*at (?:retryNode|renderNodeDestructive)\b/;

/** Copies of `react` and `react/jsx-runtime` that can be watched. */
export function watchReact(react: object, jsxRuntime: object) {
  let session: Session | undefined;
  const see = (name: string, element = session?.current): void =>
    session?.see({ name, at: new Error(name), element });

  const watchedHook = (name: string): readonly (readonly [string, unknown])[] => {
    const hook: unknown = Reflect.get(react, name);
    if (typeof hook !== 'function') return [];
    const watched = (...given: readonly unknown[]): unknown => {
      see(name);
      return Reflect.apply(hook, undefined, given);
    };
    return [[name, watched]];
  };
  const watchedClass = (name: string): readonly [string, unknown] => {
    const construct: ProxyHandler<new () => object>['construct'] = (base, given, own) => {
      const method = LIFECYCLE.find((key) => key in own.prototype);
      if (method !== undefined) see(method);
      return Reflect.construct(base, given, own);
    };
    return [name, new Proxy(Reflect.get(react, name), { construct })];
  };
  const watchedMaker = (module: object, name: string): readonly [string, unknown] => {
    const make: Make = Reflect.get(module, name);
    const watched: Make = (type, ...others) => {
      const element = make(type, ...others);
      if (session === undefined) return element;
      const { props } = element;
      const traced = session.isTraced ? trace(session, element) : undefined;
      if (typeof type !== 'string') return element;
      for (const [key, value] of Object.entries(props))
        if (typeof value === 'function' && HANDLER.test(key)) see(key, traced);
      return element;
    };
    return [name, watched];
  };

  /** Notes an element, and that it is rendered when React reads its properties. */
  const trace = ({ current }: Session, element: Element): TracedElement => {
    const { props } = element;
    const traced = { at: new Error('element'), around: current };
    const get = (): object => {
      const isRendered = RENDERS.test(new Error('read').stack ?? '');
      if (isRendered && session !== undefined) session.current = traced;
      return props;
    };
    Object.defineProperty(element, 'props', { get, enumerable: true });
    return traced;
  };

  const watch: Watch = {
    during: (given, run) => {
      const before = session;
      session = { ...given, current: undefined };
      try {
        return run();
      } finally {
        session = before;
      }
    },
    current: () => session?.current,
  };
  return {
    watch,
    react: {
      ...react,
      ...Object.fromEntries([
        ...HOOKS.flatMap(watchedHook),
        ...['Component', 'PureComponent'].map(watchedClass),
        watchedMaker(react, 'createElement'),
      ]),
    },
    jsxRuntime: {
      ...jsxRuntime,
      ...Object.fromEntries(['jsx', 'jsxs'].map((name) => watchedMaker(jsxRuntime, name))),
    },
  };
}
