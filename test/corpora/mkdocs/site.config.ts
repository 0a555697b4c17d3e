export default {
  title: 'Lighthouses',
  url: 'https://lights.example.com',
};
